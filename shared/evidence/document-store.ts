import { openCheck } from '../work/assignment/store.ts'
import type { LinkKey } from '../link/link.ts'
import { unansweredCheck } from '../link/store.ts'
import { queryAll } from '../table/paging.ts'
import { absent, conditionsMet } from '../table/port.ts'
import { type Expirable, expiresAt, unlessExpired } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { writeWithTrail } from '../trail/store.ts'
import { documentKey, documentKind, documentsQuery } from './document-kind.ts'
import { documentSlot, type SentDocument } from './document.ts'

const keyOf = (document: SentDocument) => documentKey(document, document.verificationId, document.number)

const stored = (key: VerificationKey) =>
  queryAll<SentDocument & Expirable>({ ...documentsQuery(key, key.verificationId), consistent: true })

export const listDocuments = async (key: VerificationKey, nowMs: number): Promise<readonly SentDocument[]> =>
  (await stored(key)).filter(document => unlessExpired(document, nowMs))

/** False where the number is taken, the link is no longer valid, or the verification is final. */
export const keepDocument = (link: LinkKey, document: SentDocument): Promise<boolean> => {
  const { number, sha256, uploadedAt } = document
  const put = {
    put: { ...document, ...keyOf(document), expiresAt: expiresAt(uploadedAt, documentKind.days) },
    condition: absent,
  }
  const facts = { slot: documentSlot(number), sha256 }
  return conditionsMet(
    writeWithTrail(document, uploadedAt, [{ what: 'uploaded', by: 'applicant', facts }], {
      document: put,
      link: unansweredCheck(link),
      work: openCheck(document),
    }),
  )
}
