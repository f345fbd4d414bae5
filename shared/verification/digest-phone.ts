import { digestPersonal } from '../table/personal-digest.ts'
import { foldPhone } from './phone.ts'

/** The same for all ways to write a telephone number; never that of an id number. */
export const digestPhone = (phone: string): Promise<string> => digestPersonal(`phone ${foldPhone(phone)}`)
