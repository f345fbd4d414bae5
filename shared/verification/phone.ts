import { nigerianPhones, readPhone } from '../http/contract/reading.ts'

/** Of Nigerian numbers the mobile ones: https://en.wikipedia.org/wiki/Telephone_numbers_in_Nigeria, as libphonenumber has it for NG. */
const textable = /^\+(?:234[789]\d{9}|(?!234)[1-9]\d{6,14})$/

/** E.164, for text messages; undefined for what is neither international nor a Nigerian mobile number. */
export const internationalForm = (phone: string): string | undefined => {
  const read = readPhone(phone, nigerianPhones)
  return read !== undefined && textable.test(read) ? read : undefined
}

/** E.164, and so the same for every way to write a number; of what is none, its digits. */
export const foldPhone = (phone: string): string =>
  readPhone(phone, nigerianPhones) ?? phone.replace(/\D/g, '')
