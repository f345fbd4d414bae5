export interface Fault {
  readonly file: string
  readonly line: number
  readonly original: string
  readonly replacement: string
}

interface Explanation extends Omit<Fault, 'line' | 'replacement'> {
  readonly why: string
}

/** Faults that no room's test can see, or need not. */
const explanations: readonly Explanation[] = []

export const isExplained = ({ file, original }: Fault): boolean =>
  explanations.some(one => one.file === file && one.original === original)
