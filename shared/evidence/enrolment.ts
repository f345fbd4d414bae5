import { invalidRequest } from '../http/contract/problem.ts'
import { deviceThumbprint, importDeviceKey, isSignedBy, readPayload } from './capture-record.ts'
import { type DeviceRequest, EnrolmentProof } from './contract.ts'

/**
 * A public key is no secret, so its device signs for whom: nobody enrols a key that they do not hold, and with what a device
 * signed for one person no other can.
 * @throws Problem invalid_request
 */
export const assertProven = ({ publicKey, proof }: DeviceRequest, personId: string): void => {
  const key = importDeviceKey(publicKey)
  if (!key)
    throw invalidRequest([
      { pointer: '/publicKey', code: 'not_a_key', detail: 'It is no point of the curve P-256.' },
    ])
  const said = EnrolmentProof.safeParse(readPayload(proof)).data
  const isMeant = said?.personId === personId && said.deviceId === deviceThumbprint(publicKey)
  if (!isMeant || !isSignedBy(proof, key))
    throw invalidRequest([
      { pointer: '/proof', code: 'bad_signature', detail: 'The device did not sign that you enrol it.' },
    ])
}
