import type * as z from 'zod/mini'
import type { RecordedPhotos } from '../../../../../shared/evidence/contract.ts'
import { NetworkError } from '../../ui/api.ts'
import { withTimeout } from './timeout.ts'

export type Upload = NonNullable<z.infer<typeof RecordedPhotos>['data'][number]['upload']>

/** 400 KB over the worst network that still is one. */
const patienceMs = 300_000

/** Sends a photo's bytes to where its record's answer says. @throws Unreachable for whatever is not taken: the record's next answer says where it goes then */
export const put = async ({ method, url, headers }: Upload, bytes: Blob): Promise<void> => {
  const signal = withTimeout(patienceMs)
  // The bytes alone: a Blob's own type would be sent beside the one that was signed.
  const body = await bytes.arrayBuffer()
  const response = await fetch(url, { method, headers, body, signal, credentials: 'omit' }).catch(error => {
    throw new NetworkError('The upload broke off.', { cause: error })
  })
  if (!response.ok) throw new NetworkError(`The upload was answered ${response.status}.`)
}
