// Written by `npm run generate` from words/mfe/notifications.po. Do not edit.
import type { Word } from "../../rules.ts";
export const notificationsUnread = ({ unread }: { unread: Word }): string => `Notifikasion, ${unread} pa lir`;
export const notifications: string = "Notifikasion";
export const notificationsDidNotLoad: string = "Bann notifikasion pa finn sarze. Verifie ou koneksion, lerla esey ankor.";
export const markAllAsRead: string = "Mark tou kouma lir";
export const latest: string = "Dernie";
export const loadingNotifications: string = "Pe sarz notifikasion...";
export const failedToLoadYourNotifications: string = "Pa finn kapav sarz ou bann notifikasion";
export const noNotificationsYet: string = "Pankor ena notifikasion";
export const unread: string = "Pa lir";
export const unreadMarkAsRead: string = "Pa lir. Mark kouma lir";
export const success: string = "sikse";
export const warning: string = "avertisman";
export const error: string = "erer";
export const info: string = "informasion";
