import { useQuery } from "@tanstack/react-query";
import * as words from "#words/app";
import { notices } from "../../backend/queries/notices.ts";
import { textPaths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";

const names = { terms: words.terms, privacy: words.privacy, prize_rules: words.prizeRules } as const;

/** The texts that the club shows, and how to reach it. */
export function ClubLinks() {
  const { texts = [], email, phone } = useQuery(notices()).data ?? {};
  return (
    <nav className="footer-club" aria-label={words.aboutTheClub}>
      {texts.map((kind) => (
        <Link key={kind} to={textPaths[kind]}>
          {names[kind]}
        </Link>
      ))}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>}
    </nav>
  );
}
