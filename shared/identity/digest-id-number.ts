import { readIdNumber } from '../http/contract/reading.ts'
import { digestPersonal } from '../table/personal-digest.ts'

/** A digest of the normal form, and the last four characters. */
export const digestIdNumber = async (raw: string) => {
  const idNumber = readIdNumber(raw)
  return { idNumberDigest: await digestPersonal(idNumber), idNumberLast4: idNumber.slice(-4) }
}
