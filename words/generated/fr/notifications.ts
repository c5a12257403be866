// Written by `npm run generate` from words/fr/notifications.po. Do not edit.
import type { Word } from "../../rules.ts";
export const notificationsUnread = ({ unread }: { unread: Word }): string => `Notifications, ${unread} non lues`;
export const notifications: string = "Notifications";
export const notificationsDidNotLoad: string = "Les notifications ne se sont pas chargées. Vérifiez votre connexion, puis réessayez.";
export const markAllAsRead: string = "Tout marquer comme lu";
export const latest: string = "Dernières";
export const loadingNotifications: string = "Chargement des notifications...";
export const failedToLoadYourNotifications: string = "Impossible de charger vos notifications";
export const noNotificationsYet: string = "Pas encore de notifications";
export const unread: string = "Non lue";
export const unreadMarkAsRead: string = "Non lue. Marquer comme lue";
export const success: string = "succès";
export const warning: string = "avertissement";
export const error: string = "erreur";
export const info: string = "information";
