/** The kinds of values of the protobuf encoding. */
const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;
const FIXED_32 = 5;

/** Bytes of a varint, seven bits each, whose value a number carries exactly. */
const EXACT_BYTES = 7;

/**
 * Reads the fields of one protobuf message in turn: `next()`, then one of `enter`, `text`, `uint64` and `skip`,
 * whichever fits what is known of `number`.
 *
 * @throws RangeError where the bytes are no such message
 */
export class FieldReader {
  private readonly bytes: Buffer;
  private readonly end: number;
  private kind = VARINT;
  /** Where the value of a field with a length begins. */
  private from = 0;
  /** Number of the field that `next` has come to. */
  number = 0;
  /** Where the next byte is. */
  at: number;

  constructor(bytes: Buffer, at = 0, end: number = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** Goes to the next field; false at the end of the message. */
  next(): boolean {
    if (this.at >= this.end) return false;
    const tag = this.varint();
    this.kind = tag % 8;
    this.number = (tag - this.kind) / 8;
    return true;
  }

  /** A reader of the message in this field, which is passed. */
  enter(): FieldReader {
    const end = this.passLength();
    return new FieldReader(this.bytes, this.from, end);
  }

  /** The text in this field. */
  text(): string {
    const end = this.passLength();
    return this.bytes.toString('utf8', this.from, end);
  }

  uint64(): bigint {
    if (this.kind !== VARINT) throw this.malformed();
    return this.wide();
  }

  skip(): void {
    switch (this.kind) {
      case VARINT:
        this.wide();
        return;
      case FIXED_64:
        this.pass(8);
        return;
      case LENGTH:
        this.passLength();
        return;
      case FIXED_32:
        this.pass(4);
        return;
      default:
        throw this.malformed();
    }
  }

  /** Passes a field with a length. Gives where it ends. */
  private passLength(): number {
    if (this.kind !== LENGTH) throw this.malformed();
    const length = this.varint();
    this.from = this.at;
    this.pass(length);
    return this.at;
  }

  private pass(count: number): void {
    this.at += count;
    if (this.at > this.end) throw this.malformed();
  }

  /** A varint that is a tag or a length. */
  private varint(): number {
    let value = 0;
    for (let factor = 1, count = 0; count < EXACT_BYTES; count += 1, factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw this.malformed();
  }

  /** A varint of up to 64 bits, of which numbers carry 49 exactly. */
  private wide(): bigint {
    let low = 0;
    for (let factor = 1, count = 0; count < EXACT_BYTES; count += 1, factor *= 128) {
      const byte = this.byte();
      low += (byte & 127) * factor;
      if (byte < 128) return BigInt(low);
    }
    return BigInt(low) + (BigInt(this.varint()) << BigInt(7 * EXACT_BYTES));
  }

  private byte(): number {
    if (this.at >= this.end) throw this.malformed();
    return this.bytes[this.at++]!;
  }

  private malformed(): RangeError {
    return new RangeError(`no protobuf message: byte ${this.at} of ${this.end}, in field ${this.number}`);
  }
}
