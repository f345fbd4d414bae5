/*
 * DynamoDB's JSON is its API's shapes as they stand, but for bytes, which travel as base64. Both ways the language's
 * own JSON does the work, and only a text that holds bytes is gone through member by member.
 */

/**
 * Bytes in a text that was written as is, or in one that was read, whose writer may put space between its parts:
 * quotes inside of strings are escaped, so no string looks so.
 */
const bytesWritten = /"BS?":[{[]/
const bytesRead = /"BS?"\s*:\s*["[]/

const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

const withBase64 = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return base64Of(value)
  if (Array.isArray(value)) return value.map(withBase64)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withBase64(inner)]))
}

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

/** An attribute may be named `B` too; its value is an object then, or a list with its type before it. */
const withBytes = (name: string, value: unknown): unknown => {
  if (name === 'B' && typeof value === 'string') return bytesOf(value)
  if (name === 'BS' && Array.isArray(value)) return value.map(bytesOf)
  return value
}

export const writeJson = (input: object): string => {
  const text = JSON.stringify(input)
  return bytesWritten.test(text) ? JSON.stringify(withBase64(input)) : text
}

export const readJson = (text: string): object =>
  bytesRead.test(text) ? JSON.parse(text, withBytes) : JSON.parse(text)
