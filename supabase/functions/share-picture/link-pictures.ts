/** What messengers show of a link: pictures of 1200 by 630 pixels. */
import { shorten } from "../_http/shorten.ts";
import { box, drawing, type Element, note, shape } from "./element.ts";
import { CHALK, type Club, fitting, flaps, landscape, PITCH, pennant, shirt, title } from "./parts.ts";
import type { InviteData, TicketData } from "./picture-data.ts";
import type { Speech } from "./speech.ts";

/** Who invites to which group. */
export function inviteLink(data: InviteData, club: Club, { words }: Speech): Element {
  return landscape(
    club,
    pennant(data.group, data.first_colour, data.second_colour, 300),
    box(
      { flexDirection: "column", marginLeft: 64, width: 692 },
      box(
        { alignItems: "center" },
        shirt(data.user_id, data.name, 84),
        box(
          { marginLeft: 20, width: 588 },
          fitting(words.invitesYou({ name: shorten(data.name, 34) }), 28, 52, 40),
        ),
      ),
      box({ marginTop: 30 }, title(data.group, 112, 692)),
      box({ marginTop: 20 }, note(words.members({ count: data.members }), 36)),
    ),
  );
}

/** A ticket for the matches of a competition, with a stub that tears off. */
export function ticketLink(data: TicketData, club: Club, { words }: Speech): Element {
  const [width, height, stub] = [1056, 400, 300];
  return landscape(
    club,
    box(
      { position: "relative", width, height, color: PITCH },
      drawing(
        width,
        height,
        `0 0 ${width} ${height}`,
        shape("path", {
          fill: CHALK,
          d: `M24 0H${width - stub - 28}a28 28 0 0 0 56 0H${width - 24}a24 24 0 0 1 24 24V${height - 24}a24 24 0 0 1-24 24H${width - stub + 28}a28 28 0 0 0-56 0H24a24 24 0 0 1-24-24V24A24 24 0 0 1 24 0z`,
        }),
        shape("path", {
          d: `M${width - stub} 44V${height - 40}`,
          fill: "none",
          stroke: "#b9d3bd",
          strokeWidth: 5,
          strokeDasharray: "16 14",
        }),
      ),
      box(
        {
          position: "absolute",
          left: 56,
          top: 0,
          width: width - stub - 100,
          height,
          flexDirection: "column",
          justifyContent: "center",
        },
        note(words.yourTicket, 36, { color: "#44604f" }),
        box({ marginTop: 14 }, title(data.competition, 118, width - stub - 100)),
        note(words.openAndPredict, 32, { color: "#44604f", marginTop: 22 }),
      ),
      box(
        {
          position: "absolute",
          left: width - stub,
          top: 0,
          width: stub,
          height,
          alignItems: "center",
          justifyContent: "center",
        },
        flaps("21", 150),
      ),
    ),
  );
}
