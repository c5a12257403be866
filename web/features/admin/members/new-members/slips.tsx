import { Copy, FileDown, MessageCircle, Printer } from "lucide-react";
import * as words from "#words/admin-members";
import * as uiWords from "#words/ui";
import { backend } from "../../../../backend/connection/client.ts";
import { paths } from "../../../../paths.ts";
import { copyText } from "../../../../ui/overlays/copy-text.ts";
import { download } from "../../../../ui/text/download.ts";
import { invitationLink, invitationText, slipColumns, slipRow } from "./invitation.ts";
import type { AddedMember, NotAdded } from "./new-member-mutations.ts";

interface Props {
  added: readonly AddedMember[];
  notAdded: readonly NotAdded[];
  /** The organiser has copied, downloaded or printed the passwords. */
  onKept: () => void;
  onClose: () => void;
}

/** The sign-in name and the temporary password of each added member. */
export function Slips({ added, notAdded, onKept, onClose }: Props) {
  const club = { brand: backend().config.brand, address: `${window.location.origin}${paths.signIn}` };
  const copy = async (members: readonly AddedMember[], said: string) => {
    const text = members.map((each) => invitationText(each, club)).join("\n\n");
    const isCopied = await copyText(text, { copied: said, failed: words.copyingFailedSelectPassword });
    if (isCopied && members.length === added.length) onKept();
  };
  const save = async () => {
    const { csvOf } = await import("../../../../ui/text/csv.ts");
    const rows = added.map((member) => slipRow(member, club));
    download("scoreline-new-members.csv", "text/csv;charset=utf-8", csvOf(slipColumns, rows));
    onKept();
  };
  const print = () => {
    onKept();
    window.print();
  };
  return (
    <>
      <p role="status" tabIndex={-1}>
        {words.countOfMembersAdded({ members: added.length })}
      </p>
      {added.length > 0 && <p>{words.passwordsShownOnlyHere({ address: club.address })}</p>}
      <NotAddedList notAdded={notAdded} />
      {added.length > 0 && (
        <ul className="slip-list">
          {added.map((member) => (
            <Slip
              key={member.signIn}
              member={member}
              link={invitationLink(member, club)}
              onCopy={() => void copy([member], words.invitationCopied({ name: member.name }))}
            />
          ))}
        </ul>
      )}
      <div className="actions">
        {added.length > 0 && (
          <>
            <button type="button" className="btn secondary" onClick={print}>
              <Printer size={20} aria-hidden="true" />
              <span>{words.print}</span>
            </button>
            <button type="button" className="btn secondary" onClick={() => void save()}>
              <FileDown size={20} aria-hidden="true" />
              <span>{words.downloadCsv}</span>
            </button>
            <button
              type="button"
              className="btn secondary"
              onClick={() => void copy(added, words.invitationsCopied)}
            >
              <Copy size={20} aria-hidden="true" />
              <span>{words.copyAll}</span>
            </button>
          </>
        )}
        <button type="button" className="btn" onClick={onClose}>
          {words.done}
        </button>
      </div>
    </>
  );
}

function NotAddedList({ notAdded }: { notAdded: readonly NotAdded[] }) {
  if (notAdded.length === 0) return null;
  return (
    <div className="notice error" role="alert">
      <ul>
        {notAdded.map(({ name, reason }, at) => (
          <li key={at}>{words.notAdded({ name, reason })}</li>
        ))}
      </ul>
    </div>
  );
}

interface SlipProps {
  member: AddedMember;
  link: string | null;
  onCopy: () => void;
}

function Slip({ member, link, onCopy }: SlipProps) {
  return (
    <li>
      <div className="slip-facts">
        <b>{member.name}</b>
        <span>{member.signIn}</span>
        <code>{member.password}</code>
      </div>
      <div className="row-actions">
        {link && (
          <a
            className="btn secondary small"
            href={link}
            target="_blank"
            rel="noreferrer"
            aria-label={words.sendInvitationTo({ name: member.name })}
          >
            <MessageCircle size={18} aria-hidden="true" />
            <span>{uiWords.whatsApp}</span>
          </a>
        )}
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.copyInvitationFor({ name: member.name })}
          onClick={onCopy}
        >
          <Copy size={18} aria-hidden="true" />
          <span>{uiWords.copy}</span>
        </button>
      </div>
    </li>
  );
}
