/** As much of an answer's body as is read and kept. */
export const maxResponseBytes = 1024

// Control and direction characters could forge or hide lines where the text is shown; tab and newline stay.
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** The beginning of an answer as text that is safe to store and show, at most 1 KB in UTF-8. */
export const safeText = (chunks: readonly Buffer[]): string => {
  if (chunks.length === 0) return ''
  const text = head(Buffer.concat(chunks)).replace(unsafe, '')
  // Each byte that is not UTF-8 became three.
  return text.length * 3 <= maxResponseBytes ? text : head(Buffer.from(text))
}

// A streaming decoder leaves out a character whose last bytes were cut off.
const head = (bytes: Buffer): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, maxResponseBytes), {
    stream: true,
  })
