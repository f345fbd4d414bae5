export interface Fault {
  readonly file: string
  readonly line: number
  readonly original: string
  readonly replacement: string
}

interface Explanation extends Omit<Fault, 'line' | 'replacement'> {
  readonly why: string
}

const duplicate = 'shared/verification/duplicate.ts'
const attestation = 'shared/employer/attestation/rule.ts'
const batch = 'shared/aws/batch.ts'
const signing = 'shared/trust/receipt/signing.ts'
const signature = 'shared/webhook/transport/signature.ts'
const sum = 'shared/ledger/sum.ts'

/** Faults that no room's test can see, or need not. */
const explanations: readonly Explanation[] = [
  { file: duplicate, original: '[]', why: 'What is no order has no end in the future, and is left out.' },
  {
    file: duplicate,
    original: '/(?:[^\\p{L}\\p{N}\\p{S}/]|(?<!\\p{N})\\/|\\/(?!\\p{N}))+/u',
    why: 'Each sign then parts words by itself, and the empty words between are left out.',
  },
  {
    file: 'shared/webhook/endpoint/secret.ts',
    original: 'secret.until < until',
    why: 'Where both are the same, either may be taken.',
  },
  {
    file: batch,
    original: 'first.dynamodb?.SequenceNumber',
    why: 'Every change has one, whatever its type says.',
  },
  { file: batch, original: "''", why: 'Every change has a number, whatever its type says.' },
  { file: attestation, original: "''", why: 'Each pointer has two parts.' },
  { file: attestation, original: 'from && to', why: 'No day is before one that is missing.' },
  { file: sum, original: 'one.product < other.product', why: 'Each product is there once.' },
  { file: sum, original: 'one < other', why: 'Each name is there once.' },
  { file: signing, original: 'opened.set(kid, d)', why: 'A key that is opened anew signs the same.' },
  { file: signing, original: 'found.length > 0', why: 'The table refuses a second first key.' },
  {
    file: 'shared/trust/receipt/verification-receipt.ts',
    original: "verification.product === 'employment'",
    why: 'Nobody takes photos for an employment: a read is saved.',
  },
  { file: signature, original: 'known', why: 'A key that is parsed anew signs the same.' },
  { file: signature, original: 'keys.size >= cachedKeys', why: 'A key that is parsed anew signs the same.' },
  { file: signature, original: 'keys.set(secret, key)', why: 'A key that is parsed anew signs the same.' },
  {
    file: 'shared/table/data-key.ts',
    original: 'Math.max(retentionDays.verification, retentionDays.assignment)',
    why: 'Both are kept as long today.',
  },
]

export const isExplained = ({ file, original }: Fault): boolean =>
  explanations.some(one => one.file === file && one.original === original)
