import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import * as words from "#words/auth";
import type { TextKind } from "../../../backend/types/notices.ts";
import { paths } from "../../../paths.ts";
import { Link } from "../../../routing/link.tsx";
import { Rich } from "../../../ui/text/rich.tsx";

interface AgeProps {
  age: number;
  error: string | undefined;
  onChange: (isConfirmed: boolean) => void;
}

/** "I am 18 or older". The database refuses a sign-up without it. */
export function AgeBox({ age, error, onChange }: AgeProps) {
  const id = useId();
  return (
    <div className="age-box">
      <label className="checkbox-field">
        <input
          type="checkbox"
          aria-invalid={Boolean(error)}
          aria-describedby={error && id}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>{words.iAmOldEnough({ age })}</span>
      </label>
      {error && (
        <span className="error" id={id}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>{error}</span>
        </span>
      )}
    </div>
  );
}

const link = (to: string) => (text: string) => <Link to={to}>{text}</Link>;

/** Names the texts that a new member accepts or may read, if the club shows them. */
export function AcceptedTexts({ texts }: { texts: readonly TextKind[] }) {
  const sentences: (readonly ReactNode[])[] = [];
  if (texts.includes("terms")) sentences.push(words.youAcceptTheTerms({ a: link(paths.terms) }));
  if (texts.includes("privacy")) sentences.push(words.whatTheClubStores({ a: link(paths.privacy) }));
  const [first, second] = sentences;
  if (!first) return null;
  return (
    <p className="muted">
      <Rich parts={first} /> {second && <Rich parts={second} />}
    </p>
  );
}
