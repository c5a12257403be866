/**
 * The `x-included` of the answers of the data API, each once: what public.changed_since() in the database takes. Another backend than
 * the club's own host does not send the header. Every visit loads this file before its first page.
 */
export const included = new Set<string | null>();
