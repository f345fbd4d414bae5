const mobile = '[789]\\d{9}'

/** Nigerian ways to write a mobile number: https://en.wikipedia.org/wiki/Telephone_numbers_in_Nigeria, as libphonenumber has it for NG. */
const nigerian = new RegExp(`^(?:\\+?234|00234|009234)?0?(${mobile})$`)

/**
 * A telephone number in the form of E.164, to which a text message can be sent: one with its country's code after a
 * `+`, or a Nigerian mobile number in any of the ways in which people write it. Undefined for what is neither.
 */
export const internationalForm = (phone: string): string | undefined => {
  const written = phone.replace(/[^\d+]/g, '')
  const [, subscriber] = nigerian.exec(written) ?? []
  if (subscriber) return `+234${subscriber}`
  return /^\+(?!234)[1-9]\d{6,14}$/.test(written) ? written : undefined
}
