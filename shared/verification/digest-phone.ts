import { nigerianPhones, readPhone } from '../http/contract/reading.ts'
import { digestPersonal } from '../identity/digest-id-number.ts'
import { subscriberNumber } from './phone.ts'

const digestOf = (subscriber: string): Promise<string> => digestPersonal(`phone ${subscriber}`)

/** The same for all ways to write a telephone number; never that of an id number. */
export const digestPhone = (phone: string): Promise<string> => digestOf(subscriberNumber(phone))

/** Besides, that under which earlier releases stored a Nigerian landline that was written with its country. */
export const digestsOfPhone = (phone: string): Promise<string[]> => {
  const international = (readPhone(phone, nigerianPhones) ?? phone).replace(/\D/g, '').slice(-10)
  return Promise.all([...new Set([subscriberNumber(phone), international])].map(digestOf))
}
