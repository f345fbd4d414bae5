const daySeconds = 86_400

// RFC 9110 §5.6.7: the preferred date format and the two obsolete ones.
const fixedDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const rfc850Date = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** Seconds that a Retry-After header asks to wait, at most a day; undefined when it says nothing readable. */
export const parseRetryAfter = (header: string | undefined, now: Date): number | undefined => {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text), daySeconds)
  const at = dateOf(text)
  if (Number.isNaN(at)) return undefined
  return Math.min(Math.max(Math.ceil((at - now.getTime()) / 1000), 0), daySeconds)
}

const dateOf = (text: string): number => {
  if (fixedDate.test(text) || rfc850Date.test(text)) return Date.parse(text)
  return asctimeDate.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}
