import type { Fact } from './fact-contract.ts'

export const fact = (code: Fact['code'], text: string): Fact => ({ code, text })

/** `1 day`, `2 days`. */
export const pluralise = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
