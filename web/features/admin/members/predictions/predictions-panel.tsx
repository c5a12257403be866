export { MembersPanel as Component } from "../list/members-panel.tsx";
