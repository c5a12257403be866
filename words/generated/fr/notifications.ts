// Written by `npm run generate` from words/fr/notifications.po. Do not edit.
import type { Word } from "../../rules.ts";
export const notificationsUnread = ({ unread }: { unread: Word }): string => `Notifications, ${unread} unread`;
export const notifications: string = "Notifications";
export const notificationsDidNotLoad: string = "The notifications did not load. Check your connection, then try again.";
export const markAllAsRead: string = "Mark all as read";
export const latest: string = "Latest";
export const loadingNotifications: string = "Loading notifications...";
export const failedToLoadYourNotifications: string = "Failed to load your notifications";
export const noNotificationsYet: string = "No notifications yet";
export const unread: string = "Unread";
export const unreadMarkAsRead: string = "Unread. Mark as read";
export const success: string = "success";
export const warning: string = "warning";
export const error: string = "error";
export const info: string = "info";
