import { TriangleAlert } from "lucide-react";

/** Warnings of the database, one notice each. */
export function WarningList({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <p key={warning} className="notice warning">
      <TriangleAlert size={20} aria-hidden="true" />
      <span>{warning}</span>
    </p>
  ));
}
