const mobile = '[789]\\d{9}'

/** Nigerian ways to write a mobile number: https://en.wikipedia.org/wiki/Telephone_numbers_in_Nigeria, as libphonenumber has it for NG. */
const nigerian = new RegExp(`^(?:\\+?234|00234|009234)?0?(${mobile})$`)

/** E.164, for text messages; undefined for what is neither international nor a Nigerian mobile number. */
export const internationalForm = (phone: string): string | undefined => {
  const written = phone.replace(/[^\d+]/g, '')
  const [, subscriber] = nigerian.exec(written) ?? []
  if (subscriber) return `+234${subscriber}`
  return /^\+(?!234)[1-9]\d{6,14}$/.test(written) ? written : undefined
}
