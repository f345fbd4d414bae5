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
const signature = 'shared/webhook/transport/signature.ts'

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
