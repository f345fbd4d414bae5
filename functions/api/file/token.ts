import { presignDownload } from '../../../shared/aws/bucket.ts'
import { log } from '../../../shared/aws/log.ts'
import { readPermission } from '../../../shared/evidence/file-token.ts'
import { mediaObjectKey } from '../../../shared/evidence/placeholder.ts'
import { mediaRoutes } from '../../../shared/evidence/routes.ts'
import { findVisibleSlot } from '../../../shared/evidence/visible-slot.ts'
import type { Action } from '../../../shared/http/action.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { noteReading } from '../../../shared/trail/reading-store.ts'
import { parseEvidenceKey } from '../../../shared/verification/report.ts'

/** Sets type and name, whatever was stored with the object. */
const shownAs = (verificationId: number, slot: string) => {
  const fileName = `${verificationId}-${slot.replace('.', '-')}.jpeg`
  return { contentType: 'image/jpeg', fileName }
}

interface Opening {
  readonly slot: string
  readonly reader?: string | undefined
  readonly nowMs: number
}

/** Workers' reading goes to the trail, where it cannot be removed; customers' to the log. */
const note = async (key: VerificationKey, { slot, reader, nowMs }: Opening): Promise<void> => {
  log('photo.opened', { ...key, slot })
  const opened = { what: 'photoOpened', by: reader ?? '', facts: { slot } } as const
  if (reader !== undefined) await noteReading(key, opened, nowMs)
}

const getFile: Action<typeof mediaRoutes.getFile> = async ({ params, nowMs }) => {
  const permission = await readPermission(params.token, nowMs)
  const evidence = permission && parseEvidenceKey(permission.objectKey)
  const slot = evidence && (await findVisibleSlot(evidence, nowMs))
  if (!permission || !evidence || !slot)
    throw new Problem('not_found', 'There is no such file, or its link has expired.')
  const { photo, ...key } = evidence
  await note(key, { slot, reader: permission.reader, nowMs })
  const shown = shownAs(key.verificationId, slot)
  return {
    status: 302,
    headers: { location: presignDownload(mediaObjectKey(permission.objectKey, evidence), shown) },
  }
}

export const handler = servePages(mediaRoutes, { getFile })
