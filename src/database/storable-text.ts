/**
 * A text that PostgreSQL can store: it refuses statements with a NUL, and the message of an error may have any
 * character.
 *
 * @param most characters to keep
 */
export const storableText = (text: string, most = 2_000): string => text.replaceAll('\0', '').slice(0, most);
