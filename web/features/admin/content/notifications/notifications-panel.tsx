import { QuietHours } from "../quiet-hours/quiet-hours.tsx";
import { ClubMessages } from "./club-messages.tsx";
import { MessageForm } from "./message-form.tsx";
import { ResultsToTell } from "./results-to-tell.tsx";
import { WinnersToTell } from "./winners-to-tell.tsx";

export { NotificationsPanel as Component };

function NotificationsPanel() {
  return (
    <div className="notification-forms">
      <MessageForm />
      <ClubMessages />
      <ResultsToTell />
      <WinnersToTell />
      <QuietHours />
    </div>
  );
}
