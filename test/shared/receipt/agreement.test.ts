import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactVerify, createLocalJWKSet } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { signReceipt } from '../../../shared/receipt/issue.ts'
import { alteredAt, hasCryptography, isHere, programIn, run } from '../../support/guide-programs.ts'
import { brokenParts } from '../../support/receipts.ts'
import { isAll } from '../../support/tier.ts'
import { startStage } from '../table/stage.ts'
import { claimsAt, publishedKeys } from './claims.ts'

/*
 * Four ways to check a receipt, on the same hundred: the file that we hand out, jose, and the two programs that the guide
 * prints, as it prints them.
 */

const folder = mkdtempSync(join(tmpdir(), 'agreement-test-'))
interface Case {
  readonly name: string
  readonly receipt: string
  readonly event: string
  readonly isReceiptSound: boolean
  readonly isEventSound: boolean
}

let keys: Awaited<ReturnType<typeof publishedKeys>>
let cases: readonly Case[]

const hasOpenssl = await isHere('sh', '-c', 'openssl version | grep -q "^OpenSSL [3-9]"')

/** Every third one as it was made; else a letter of the receipt or of the event is another one, each time elsewhere. */
const caseOf = async (n: number): Promise<Case> => {
  const event = JSON.stringify({ event: 'address', data: { id: n, customerReference: `reference-${n}` } })
  const sha256 = createHash('sha256').update(event).digest('hex')
  const at = new Date(Date.parse('2026-11-22T00:00:00.000Z') + n * 61_007).toISOString()
  const receipt = await signReceipt(claimsAt(n, at, sha256), Date.parse(at))
  const common = { name: `case-${n}`, receipt, event, isReceiptSound: true, isEventSound: true }
  // The last letter of a signature has four spellings of the same bytes, of which only our own file refuses three.
  if (n % 3 === 1)
    return { ...common, receipt: alteredAt(receipt, (n * 97) % (receipt.length - 1)), isReceiptSound: false }
  if (n % 3 === 2) return { ...common, event: alteredAt(event, (n * 31) % event.length), isEventSound: false }
  return common
}

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await startStage()
  cases = await Promise.all(Array.from({ length: 100 }, (_, index) => caseOf(index + 1)))
  keys = await publishedKeys()
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys }))
  for (const { name, receipt, event } of cases) {
    writeFileSync(join(folder, `${name}.jws`), receipt)
    writeFileSync(join(folder, `${name}.json`), event)
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

const expected = (which: (one: Case) => boolean) => cases.filter(which).map(({ name }) => name)

it('are a hundred, of which a third holds', () => {
  const sound = expected(one => one.isReceiptSound && one.isEventSound)
  expect([cases.length, sound.length]).toEqual([100, 33])
})

it('are told apart by the file that we hand out, part by part', () => {
  for (const { name, receipt, event, isReceiptSound, isEventSound } of cases) {
    const broken = isReceiptSound ? (isEventSound ? [] : ['event']) : ['receipt', 'event']
    expect(brokenParts({ receipt, keys, event: Buffer.from(event) }), name).toEqual(broken)
  }
})

it('are told apart by jose', async () => {
  const keyOf = createLocalJWKSet({ keys })
  const verify = ({ receipt }: Case) => compactVerify(receipt, keyOf, { algorithms: ['EdDSA'] })
  const verified = await Promise.allSettled(cases.map(verify))
  const sound = cases.filter((_, index) => verified[index]!.status === 'fulfilled').map(({ name }) => name)
  expect(sound).toEqual(expected(({ isReceiptSound }) => isReceiptSound))
})

/** Runs the guide's program once for each case, in one process: Python takes longer to start than to check. */
const allInOne = `
import runpy, sys
for name in sys.argv[1:]:
    sys.argv = ["check.py", name + ".jws", "keys.json", name + ".json"]
    try:
        runpy.run_path("check.py")
    except SystemExit as refused:
        print(name, refused)
    else:
        print(name, "sound")
`

it('are told apart by the guide’s program for Python', async ({ skip }) => {
  if (!hasCryptography) skip('python3 has no package cryptography')
  writeFileSync(join(folder, 'check.py'), programIn('receipts.md', 'python'))
  const names = cases.map(({ name }) => name)
  const { stdout } = await run('python3', ['-c', allInOne, ...names], { cwd: folder })
  const said = stdout.split('\n').filter(line => /^case-\d+ /.test(line))
  expect(said).toEqual(
    cases.map(({ name, isReceiptSound, isEventSound }) => {
      if (!isReceiptSound) return `${name} the receipt is not valid`
      return `${name} ${isEventSound ? 'sound' : 'the event is not valid'}`
    }),
  )
})

it('are told apart by the guide’s commands for openssl', async ({ skip }) => {
  if (!hasOpenssl) skip('there is no OpenSSL 3')
  const check = programIn('receipts.md', 'sh').replace('receipt.jws', '"$1.jws"')
  writeFileSync(join(folder, 'check.sh'), check)
  const loop =
    'for name; do sh check.sh "$name" 2>&1 | grep -q "Verified Successfully" && echo "$name"; done; true'
  // Four processes each.
  const tried = isAll ? cases : cases.slice(0, 24)
  const names = tried.map(({ name }) => name)
  const { stdout } = await run('sh', ['-c', loop, 'sh', ...names], { cwd: folder })
  const sound = tried.filter(({ isReceiptSound }) => isReceiptSound)
  expect(stdout.trim().split('\n')).toEqual(sound.map(({ name }) => name))
})
