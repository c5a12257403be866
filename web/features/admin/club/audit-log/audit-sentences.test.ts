import { describe, expect, it } from "vitest";
import { playerOf, undoIdOf } from "./audit-entry.ts";
import { auditSentences, sentenceOf } from "./audit-sentences.ts";

const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
const zone = "Indian/Mauritius";
const game = "Arsenal v Chelsea, 21 Nov 2026";

interface Values {
  subject?: string | null;
  before?: object | null;
  after?: object | null;
}

/** The sentence of an entry with these values. */
const said = (action: string, { subject = null, before = null, after = null }: Values) =>
  sentenceOf({ action, subject, old_values: before as never, new_values: after as never }, "Ann Lee", zone);

describe("a sentence of the audit log", () => {
  it.each([
    [
      "leaderboard_archives.insert",
      { subject: "Autumn", after: { name: "Autumn", league: "Premier League" } },
      "Archived the Premier League table 'Autumn'",
    ],
    ["cancel_match", { subject: game }, `Cancelled ${game}`],
    ["start_club", { after: { name: "The Reds" } }, "Started the club 'The Reds'"],
    ["send_test_email", { after: { outcome: "sent" } }, "Sent a test email"],
    [
      "void_match",
      { subject: game, before: { home_score: 2, away_score: 1 } },
      `Voided ${game}, which was 2–1`,
    ],
    [
      "complete_matches",
      { subject: game, after: { [id]: { home_score: 2, away_score: 1 } } },
      `Set the result of ${game} to 2–1`,
    ],
    ["complete_matches", { after: { [id]: {}, second: {} } }, "Saved 2 results"],
    ["undo", { subject: game, before: { action: "cancel_match" } }, `Undid: Cancelled ${game}`],
    [
      "give_subscription",
      { after: { subscription_type: "fa_cup", expires_at: "2027-05-31T19:59:59Z", user_id: id } },
      "Gave Ann Lee the FA Cup subscription until 31 May 2027",
    ],
    [
      "generate_plan_codes",
      { after: { plan_type: "fa_cup", how_many: 1, expires_on: "2027-05-31" } },
      "Generated 1 code: FA Cup subscription until 31 May 2027",
    ],
    [
      "import_matches",
      {
        after: {
          league: "FA Cup",
          season: "2026/27",
          matches_added: 1,
          matches_changed: 2,
          results_entered: 1,
          matches_cancelled: 1,
          left_out: 3,
        },
      },
      "Imported FA Cup 2026/27: 1 match added, 2 changed, 1 result entered, 1 cancelled, 3 left out",
    ],
    [
      "accept_provider_match",
      { subject: game, after: { problem: "exchanged" } },
      `Exchanged home and away of ${game}, as the provider reports it`,
    ],
    [
      "accept_provider_match",
      { subject: game, after: { problem: "other_teams", home: "Arsenal", away: "Everton" } },
      `Accepted the provider's Arsenal v Everton as ${game}`,
    ],
    [
      "accept_provider_match",
      { subject: game, after: { problem: "rearranged" } },
      `Moved ${game} to the provider's kick-off and kept its predictions`,
    ],
    [
      "accept_provider_match",
      { subject: game, after: { problem: "return_match" } },
      `Exchanged home and away of ${game}, as the provider reports it`,
    ],
    [
      "add_return_match",
      { subject: game, after: { home: "Hull", away: "Leeds" } },
      `Added the return match ${game}, as the provider reports it`,
    ],
    [
      "keep_matches_apart",
      { subject: game, after: { other: "Leeds v Hull, 3 Jan 2026" } },
      `Decided that ${game} and Leeds v Hull, 3 Jan 2026 are two matches`,
    ],
    ["delete_matches", { before: { matches: [game, game] } }, "Deleted 2 matches and their predictions"],
    ["undo", { before: { action: "delete_matches" } }, "Undid: Deleted several matches"],
    [
      "merge_matches",
      { before: { matches: [game] }, after: { moved: 2, dropped: 1 } },
      "Merged 1 match that was listed twice: 2 predictions moved, 1 not counted",
    ],
    ["undo", { before: { action: "merge_matches" } }, "Undid: Merged matches that were listed twice"],
    [
      "merge_teams",
      { before: { name: "Bhoys" }, after: { name: "Celtic" } },
      "Merged the team 'Bhoys' into 'Celtic'",
    ],
    ["undo", { before: { action: "merge_teams" } }, "Undid: Merged two teams"],
    ["open_bar_screen", { after: { replaced: false } }, "Opened the screen for the bar"],
    ["open_bar_screen", { after: { replaced: true } }, "Replaced the link of the screen for the bar"],
    ["set_bar_screen_names", { after: { shows_names: true } }, "Showed names on the screen for the bar"],
    ["set_bar_screen_names", { after: { shows_names: false } }, "Hid names on the screen for the bar"],
    ["close_bar_screen", {}, "Closed the screen for the bar"],
    ["publish_club_text", { subject: "terms", after: { version: 2 } }, "Published the terms, version 2"],
    ["withdraw_club_text", { subject: "prize_rules" }, "Withdrew the prize rules"],
    ["confirm_age_of_member", {}, "Confirmed the age of Ann Lee"],
    ["draw_divisions", { after: { league: "FA Cup" } }, "Drew the divisions"],
    ["draw_cup", { after: { name: "Winter cup" } }, "Drew the members’ cup"],
    ["undo", { before: { action: "end_cup" } }, "Undid: Ended the members’ cup"],
    ["undo", { before: { action: "end_divisions" } }, "Undid: Ended the divisions"],
    ["start_last_standing", { after: { name: "Winter" } }, "Started the game Winter of last one standing"],
    ["end_last_standing", { before: { name: "Winter" } }, "Ended the game Winter of last one standing"],
    [
      "move_in",
      { after: { label: "Old pool", members: 12, points: 340 } },
      "Moved 12 members in with 340 points: Old pool",
    ],
    [
      "archive_past_table",
      { subject: "2019/20", after: { name: "2019/20", league: "FA Cup", players: 12 } },
      "Archived the FA Cup table '2019/20' of another pool with 12 players",
    ],
    ["claim_points", { after: { points: 15 } }, "Ann Lee claimed 15 points"],
    ["make_last_standing_codes", { after: { how_many: 2 } }, "Made 2 codes for last one standing"],
    ["save_prize_plan", { after: { lines: [{}] } }, "Saved the prizes"],
    ["save_prize_plan", { after: { lines: [] } }, "Ended the prizes"],
    ["pay_prize", { after: { amount_rs: 200 } }, "Marked a prize of Rs 200 as paid"],
    ["undo", { before: { action: "revoke_plan_code" } }, "Undid: Revoked a code"],
    ["set_admin_role", { after: { is_admin: false } }, "Removed Ann Lee as an organiser"],
    [
      "set_helper_role",
      { after: { role: "money", has_it: true } },
      "Made Ann Lee a helper for codes and payments",
    ],
    ["set_helper_role", { after: { role: "news", has_it: false } }, "Removed Ann Lee as a helper for news"],
    [
      "delete_user_prediction",
      { before: { predictions: [{ match: game }] } },
      `Deleted Ann Lee's prediction of ${game}`,
    ],
    [
      "send_club_message",
      { after: { title: "Club night", players: 1 } },
      "Sent the message 'Club night' to 1 player",
    ],
    ["schedule_club_message", { after: { title: "Club night" } }, "Scheduled the message 'Club night'"],
    [
      "reschedule_club_message",
      { after: { title: "Club night" } },
      "Changed the time of the message 'Club night'",
    ],
    ["cancel_club_message", { before: { title: "Club night" } }, "Cancelled the message 'Club night'"],
    [
      "sell_subscriptions",
      { after: { how_many: 2, amount_rs: 750, receipts: [1, 2] } },
      "Sold 2 subscriptions for Rs 750",
    ],
    [
      "note_reminder",
      { after: { about: "picks", is_written: true } },
      "Wrote to Ann Lee about missing predictions",
    ],
    ["note_reminder", { after: { about: "payment", is_written: true } }, "Wrote to Ann Lee about a payment"],
    [
      "note_reminder",
      { after: { about: "picks", is_written: false } },
      "Noted that a reminder to Ann Lee was not sent",
    ],
    ["add_member_note", {}, "Added a note about Ann Lee"],
    ["delete_member_note", {}, "Deleted a note about Ann Lee"],
    ["message_member", { after: { title: "Dues" } }, "Sent the message 'Dues' to Ann Lee"],
    [
      "withdraw_club_message",
      { after: { title: "Club night", players: 2 } },
      "Withdrew the message 'Club night' from 2 players",
    ],
    [
      "tell_results",
      { after: { days: "Saturday 15 March 2031" } },
      "Told the results of Saturday 15 March 2031 now",
    ],
    ["tell_winners", { after: { period: "Matchday 1" } }, "Told the winners of Matchday 1 now"],
    [
      "hold_winners",
      { after: { period: "May 2031", is_held: true } },
      "Held the message to the winners of May 2031",
    ],
    [
      "hold_winners",
      { after: { period: "May 2031", is_held: false } },
      "Released the message to the winners of May 2031",
    ],
    ["admin_settings.update", { subject: "quiet_hours" }, "Changed the quiet hours"],
    [
      "teams.update",
      { subject: "Spurs", before: { name: "Tottenham" }, after: { name: "Spurs" } },
      "Renamed the team 'Tottenham' to 'Spurs'",
    ],
  ])("of %s says what happened", (action, values, sentence) => {
    expect(said(action, values)).toBe(sentence);
  });

  it("is complete and contains no id, whatever the values are", () => {
    const ids = {
      id,
      user_id: id,
      match_id: id,
      archive_id: id,
      record_id: id,
      snapshot_id: id,
      created_by_admin: id,
    };
    for (const action of Object.keys(auditSentences))
      for (const values of [{}, { before: ids, after: ids }, { before: [ids], after: [ids] }]) {
        const sentence = said(action, values);
        expect(sentence).toMatch(/^[A-Z]\w+:? .*\w/);
        expect(sentence).not.toContain(id);
        expect(sentence).not.toMatch(/undefined|null|NaN|\[object|_/);
      }
  });

  it("names the player from the values, or from the record of an action about a player", () => {
    const row = { action: "teams.update", record_id: "record", old_values: null, new_values: null };
    expect(playerOf(row)).toBeNull();
    expect(playerOf({ ...row, new_values: { user_id: id } })).toBe(id);
    expect(playerOf({ ...row, action: "clear_player_points" })).toBe("record");
    expect(playerOf({ ...row, action: "undo", old_values: { action: "clear_player_points" } })).toBe(
      "record",
    );
    expect(playerOf({ ...row, action: "undo", old_values: { action: "cancel_match" } })).toBeNull();
  });

  it("offers to undo what can be undone now, whatever the action was", () => {
    expect(undoIdOf({ new_values: { undo_id: id } }, [{ id: "another" }, { id }])).toBe(id);
    expect(undoIdOf({ new_values: { undo_id: id } }, [{ id: "another" }])).toBeNull();
    expect(undoIdOf({ new_values: { undo_id: null } }, [{ id }])).toBeNull();
  });
});
