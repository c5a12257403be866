// Written by `npm run generate` from words/en/notifications.json. Do not edit.
import type { Word } from "../../rules.ts";
export const notificationsUnread = ({ unread }: { unread: Word }): string => `Notifications, ${unread} unread`;
export const notifications = "Notifications";
export const notificationsDidNotLoad = "The notifications did not load. Check your connection, then try again.";
export const markAllAsRead = "Mark all as read";
export const latest = "Latest";
export const loadingNotifications = "Loading notifications...";
export const failedToLoadYourNotifications = "Failed to load your notifications";
export const noNotificationsYet = "No notifications yet";
export const unread = "Unread";
export const unreadMarkAsRead = "Unread. Mark as read";
export const success = "success";
export const warning = "warning";
export const error = "error";
export const info = "info";
