import * as words from "#words/honours";
import { backend } from "../../backend/connection/client.ts";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import { namesText } from "../../football/honours/names.ts";
import type { Honoured } from "../../football/honours/player-names.tsx";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/session-store.ts";
import { ShareButton } from "../../ui/overlays/share-button.tsx";

interface Props {
  of: string | number;
  winners: readonly Honoured[];
  count: number;
  label: string;
  className: string;
}

/** The picture shows the signed-in player if the player is one of several winners, otherwise the first of them. */
export function ShareHonour({ of, winners, count, label, className }: Props) {
  const { user } = useSession();
  const isOwn = winners.some(({ user_id: winner }) => winner === user?.id);
  const names = winners.map(({ full_name: name }) => name);
  const club = backend().config.brand;
  const address = `${window.location.origin}${paths.honours}`;
  return (
    <ShareButton
      text={
        isOwn
          ? words.iWon({ label, club, address })
          : words.theyWon({ names: namesText(names, count), label, club, address })
      }
      title={words.shareLabel({ label })}
      label={words.shareLabel({ label })}
      picture={sharePicture("honour", of)}
      className={className}
    >
      {null}
    </ShareButton>
  );
}
