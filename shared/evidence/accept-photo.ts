import type { Caller } from '../account/caller.ts'
import { getSendableTask } from '../work/assignment/access.ts'
import { deleteObject, listUploads, putEmptyObject, uploadExists } from '../aws/bucket.ts'
import { BusyError, Fault } from '../aws/errors.ts'
import { again, retry } from '../aws/retry.ts'
import { Problem } from '../http/contract/problem.ts'
import type { Refusal, Slot } from './contract.ts'
import { countDecodes, countRefused } from './limits.ts'
import { incomingKey, incomingPrefix, type Photo, uploadName } from './photo.ts'
import { findPhotos, type SettledPhoto, type SettleResult, savePhotoResults } from './photo-store.ts'
import { reencodeUpload } from './reencode.ts'

interface AcceptPhotoInput {
  readonly caller: Caller
  readonly id: string
  readonly slot: Slot
  readonly sha256: string
  readonly nowMs: number
}

const standingPhoto = (photos: readonly Photo[], { slot, sha256 }: AcceptPhotoInput): Photo => {
  const photo = photos.find(each => each.slot === slot)
  if (!photo) throw new Problem('not_found', 'There is no record of a photo in this slot. Send it first.')
  if (photo.sha256 !== sha256) throw new Problem('photo_replaced', 'A later photo stands in this slot.')
  return photo
}

const details: Readonly<Record<Refusal, string>> = {
  photo_unreadable:
    'It is broken, holds less than a photo of its size, or is too small for anything to be seen. Take it anew.',
  photo_too_large: 'It has more than 10 MB, 52 megapixels, or 16,384 pixels on a side.',
  photo_not_an_image: 'It is neither JPEG nor PNG nor WebP.',
}

const answerOf = ({ slot, sha256, refusal }: Photo) => {
  if (refusal) throw new Problem(refusal, details[refusal])
  return { slot, sha256, stored: true } as const
}

/** Undefined where the upload is gone. @throws Problem checksum_mismatch */
const examine = async (
  photo: Photo,
  { caller, nowMs }: Pick<AcceptPhotoInput, 'caller' | 'nowMs'>,
): Promise<SettleResult | undefined> => {
  await countDecodes('agent', caller, nowMs)
  const incoming = incomingKey(photo, uploadName(photo))
  const done = await reencodeUpload(photo, photo, uploadName(photo))
  if (done.result === 'missing') {
    // Another request may have consumed it.
    if (await uploadExists(incoming)) throw new Fault('An upload that is there cannot be read')
    return undefined
  }
  if (done.result === 'checksum_mismatch') {
    await deleteObject(incoming)
    throw new Problem(
      'checksum_mismatch',
      'Other bytes were uploaded than its record states. Upload it again.',
    )
  }
  if (done.result !== 'stored') {
    await countRefused('agent', caller, nowMs)
    return { state: 'refused', refusal: done.result }
  }
  const { result, ...drawn } = done
  return { state: result, storedAt: new Date(nowMs).toISOString(), ...drawn }
}

/** They are examined side by side, in the seconds that a request has. */
const mostBeside = 3

/**
 * Examines what else the agent has uploaded of the visit, so that a set of photos is settled in one write. Whatever
 * goes wrong with one of them is for the request that reports it, which examines it again.
 */
const examineBeside = async (
  photos: readonly Photo[],
  { slot, caller, nowMs }: AcceptPhotoInput,
): Promise<readonly SettledPhoto[]> => {
  const others = photos.filter(
    photo => photo.slot !== slot && photo.state === 'awaited' && photo.takenBy === caller.clientId,
  )
  const [first] = others
  if (!first) return []
  const uploads = await listUploads(incomingPrefix(first))
  const uploaded = others.filter(photo => uploads.includes(incomingKey(photo, uploadName(photo))))
  const examined = await Promise.allSettled(
    uploaded.slice(0, mostBeside).map(async photo => {
      const result = await examine(photo, { caller, nowMs })
      return result && { photo, result }
    }),
  )
  return examined.flatMap(each => (each.status === 'fulfilled' && each.value ? [each.value] : []))
}

/** Another request may settle it; more than two are needed only while others do the same. */
const settleTries = 4

/** Settles a photo, and what else was uploaded. Idempotent: a repeat continues where an earlier call stopped. @throws Problem (also each refusal), BusyError */
export const acceptPhoto = (taking: AcceptPhotoInput) => {
  const { caller, id, nowMs } = taking
  const doing = { by: caller.clientId, at: new Date(nowMs).toISOString() }
  return retry(
    { times: settleTries },
    async (isMissing?: boolean) => {
      const { assignment } = await getSendableTask(caller, id, nowMs)
      const photos = await findPhotos(assignment, nowMs)
      const photo = standingPhoto(photos, taking)
      if (photo.state !== 'awaited') {
        await putEmptyObject(incomingKey(photo, uploadName(photo)))
        return answerOf(photo)
      }
      if (isMissing)
        throw new Problem('photo_missing', 'Upload it first.', { headers: { 'retry-after': '1' } })
      const result = await examine(photo, taking)
      // An empty object takes the upload's place after the photo was settled, so that its link is spent: a concurrent
      // request may find neither upload nor result, and reads again.
      if (!result) return again(true)
      const beside = await examineBeside(photos, taking)
      await savePhotoResults(assignment, [{ photo, result }, ...beside], doing)
      return again(false)
    },
    () => new BusyError('Others kept taking the same photo'),
  )
}
