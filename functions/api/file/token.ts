import { linkTo } from '../../../shared/aws/bucket.ts'
import { setting } from '../../../shared/aws/environment.ts'
import { log } from '../../../shared/aws/log.ts'
import { secret } from '../../../shared/aws/secret.ts'
import { readFileToken } from '../../../shared/fieldwork/file-token.ts'
import { mediaRoutes } from '../../../shared/fieldwork/media-routes.ts'
import { objectOf } from '../../../shared/fieldwork/simulated/photo.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { type Evidence, evidenceIn, photoSlots } from '../../../shared/verification/report.ts'
import { findVerification } from '../../../shared/verification/store.ts'

/** The photo's slot, if the record is there and shows it: with the record its links are gone. */
const slotOf = async ({ photo, ...key }: Evidence, nowMs: number): Promise<string | undefined> => {
  const record = await findVerification(key, key.verificationId, nowMs, { consistent: false })
  return record?.report && photoSlots(record.report).get(photo)
}

/** How it is shown, whatever was stored beside its bytes: as a picture, under a name of ours. */
const shownAs = (photo: string, verificationId: number, slot: string) => {
  const ending = photo.endsWith('.png') ? 'png' : 'jpeg'
  return { contentType: `image/${ending}`, fileName: `${verificationId}-${slot.replace('.', '-')}.${ending}` }
}

const getFile: Act<typeof mediaRoutes.getFile> = async ({ params, nowMs }) => {
  const secretKey = await secret(setting('FILE_TOKEN_SECRET'))
  const objectKey = readFileToken(params.token, secretKey, nowMs)
  const evidence = objectKey === undefined ? undefined : evidenceIn(objectKey)
  const slot = evidence && (await slotOf(evidence, nowMs))
  if (!objectKey || !evidence || !slot)
    throw new Problem('not_found', 'There is no such file, or its link has expired.')
  const { photo, ...key } = evidence
  log('photo.opened', { ...key, slot })
  const location = await linkTo(objectOf(objectKey, evidence), shownAs(photo, key.verificationId, slot))
  return { status: 302, headers: { location } }
}

export const handler = servePublic(mediaRoutes, { getFile })
