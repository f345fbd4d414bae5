import type { SealFinding } from '../../shared/ledger/seal/check.ts'
import type { AdminCall } from './admin-command.ts'
import { invoke, RefusedError } from './target.ts'

interface CheckedPage {
  readonly findings: readonly (SealFinding & { readonly why: string })[]
  readonly lines: number
  readonly next?: string
}

export interface LedgerChecked {
  /** Of the seal. */
  readonly lines: number
}

/** @throws RefusedError that names every difference between a month's lines and its seal */
export const checkLedger = async ({ given, target, log }: AdminCall): Promise<LedgerChecked> => {
  const findings: string[] = []
  let [lines, pages] = [0, 0]
  let after: string | undefined
  do {
    const asked = { command: 'checkLedger', ...given, ...(after !== undefined && { after }) }
    const page = (await invoke(target, asked)) as CheckedPage
    for (const { fault, why, chargedAt, verificationId } of page.findings) {
      const line = chargedAt === undefined ? '' : `${chargedAt}, record ${verificationId} `
      findings.push(`${line}(${fault}): ${why}`)
    }
    lines += page.lines
    pages += 1
    after = page.next
    if (after !== undefined) log(`${pages} pages compared, ${lines} lines so far`)
  } while (after !== undefined)
  if (findings.length > 0) throw new RefusedError(findings.join('\n'))
  return { lines }
}
