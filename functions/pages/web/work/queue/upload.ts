import type * as z from 'zod/mini'
import type { RecordedPhotos } from '../../../../../shared/fieldwork/evidence/contract.ts'
import { Unreachable } from '../../frame/api.ts'
import { within } from './patience.ts'

export type Upload = NonNullable<z.infer<typeof RecordedPhotos>['data'][number]['upload']>

/** 400 KB over the worst network that still is one. */
const patienceMs = 300_000

/** Sends a photo's bytes to where its record's answer says. @throws Unreachable for whatever is not taken: the record's next answer says where it goes then */
export const put = async ({ method, url, headers }: Upload, bytes: Blob): Promise<void> => {
  const signal = within(patienceMs)
  // The bytes alone: a Blob's own type would be sent beside the one that was signed.
  const body = await bytes.arrayBuffer()
  const response = await fetch(url, { method, headers, body, signal, credentials: 'omit' }).catch(error => {
    throw new Unreachable('The upload broke off.', { cause: error })
  })
  if (!response.ok) throw new Unreachable(`The upload was answered ${response.status}.`)
}
