/**
 * A text as PostgreSQL can keep it: its texts hold no NUL, and a statement with one is refused. What an error says may hold
 * anything.
 *
 * @param most characters that are kept
 */
export const storableText = (text: string, most = 2_000): string => text.replaceAll('\0', '').slice(0, most);
