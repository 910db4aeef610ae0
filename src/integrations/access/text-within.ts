/** The text of an answer. @throws an error when it has more bytes than that: it may never end */
export const textWithin = async (body: AsyncIterable<Uint8Array>, most: number): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) throw new Error(`an answer of more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};
