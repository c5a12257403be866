/** The parts of the frame that load when the first page is drawn. One file, because each file costs a request. */

export { messageFor } from "../backend/connection/error-messages.ts";
export { Bell } from "../features/notifications/bell.tsx";
export { Toaster } from "../ui/overlays/toaster.tsx";
export { SecurityBanner } from "./banners/security-banner.tsx";
export { DeviceFeatures } from "./device-features.tsx";
