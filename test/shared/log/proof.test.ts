import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ClaimsWithInclusion } from '../../../shared/receipt/contract.ts'
import { signReceipt } from '../../../shared/receipt/issue.ts'
import { signJws } from '../../../shared/signing/signing.ts'
import { type Head, headType, type Inclusion } from '../../../shared/log/contract.ts'
import { hashLeaves, serialiseLeaves } from '../../../shared/log/log.ts'
import { inclusionPath, merkleRoot } from '../../../shared/log/tree.ts'
import { alteredAt, hasCryptography, isHere, programIn, run } from '../../support/guide-programs.ts'
import { brokenParts, verdicts } from '../../support/receipts.ts'
import { startStage } from '../table/stage.ts'
import { claimsAt, publishedKeys } from '../receipt/claims.ts'

/* Receipts with a proof, by the file that we hand out and the two programs that the guide prints, as it prints them. */

const folder = mkdtempSync(join(tmpdir(), 'proof-test-'))

const hour = '2026-11-22T09'
const at = `${hour}:30:00.000Z`
const size = 11
const expiresAt = 1_826_875_800

const leafOf = (index: number) => ({
  organisationId: 7,
  mode: 'live' as const,
  verificationId: index + 1,
  n: 3,
  digest: `${index}`.padStart(64, '0'),
  expiresAt,
})
const leaves = hashLeaves(serialiseLeaves([...Array(size).keys()].map(leafOf)))
const head: Head = {
  iss: 'https://api.example.com',
  hour,
  size,
  root: merkleRoot(leaves).toString('hex'),
  previous: null,
}
const signedHead = (said: Head = head): Promise<string> =>
  signJws(headType, said, Date.parse(at), Date.parse(at))

/** A receipt with the proof of a leaf, with whatever is changed in it before it is signed. */
const receiptOf = async (
  index: number,
  change: Partial<Inclusion> = {},
  more: object = {},
): Promise<string> => {
  const path = inclusionPath(index, leaves).map(hash => hash.toString('hex'))
  const inclusion = { hour, index, size, expiresAt, path, head: await signedHead(), ...change }
  const { n, digest } = leafOf(index)
  const claims: ClaimsWithInclusion = { ...claimsAt(index + 1, at), trail: { n, digest }, inclusion, ...more }
  return signReceipt(claims, Date.parse(at))
}

let keys: Awaited<ReturnType<typeof publishedKeys>>
beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await startStage()
  await signedHead()
  keys = await publishedKeys()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

const brokenIn = async (...given: Parameters<typeof receiptOf>) =>
  brokenParts({ receipt: await receiptOf(...given), keys })
const bent = (hex: string): string => `${hex[0] === '0' ? '1' : '0'}${hex.slice(1)}`

describe('the file that we hand out', () => {
  it('follows the path of every leaf to the head', async () => {
    for (let index = 0; index < size; index++) {
      const lines = verdicts({ receipt: await receiptOf(index), keys })
      expect([lines.receipt, lines.head, lines.inclusion]).toEqual(['proven', 'proven', 'proven'])
    }
  })

  it('names the proof where a hash of its path, its place, its leaf or its hour is another', async () => {
    const path = inclusionPath(4, leaves).map(hash => hash.toString('hex'))
    const wrong: readonly Partial<Inclusion>[] = [
      ...path.map((_, index) => ({ path: path.map((hash, each) => (each === index ? bent(hash) : hash)) })),
      { path: path.slice(1) },
      { path: [...path, path[0]!] },
      { index: 5 },
      { index: size },
      { size: size + 1 },
      { expiresAt: expiresAt + 1 },
      { hour: '2026-11-22T10' },
      { head: await signedHead({ ...head, root: bent(head.root) }) },
    ]
    for (const change of wrong)
      expect(await brokenIn(4, change), JSON.stringify(change)).toEqual(['inclusion'])
    const other = { trail: { n: 4, digest: leafOf(4).digest } }
    expect(await brokenIn(4, {}, other)).toEqual(['inclusion'])
  })

  it('names the head where a letter of it is another, or it is of another service or no head', async () => {
    const jws = await signedHead()
    for (let offset = 0; offset < jws.length - 1; offset += 5) {
      if (jws[offset] === '.') continue
      expect(await brokenIn(4, { head: alteredAt(jws, offset) }), `${offset}`).toEqual(['head', 'inclusion'])
    }
    expect(await brokenIn(4, { head: await signedHead({ ...head, iss: 'https://other' }) })).toEqual([
      'head',
      'inclusion',
    ])
    const receipt = await signReceipt(claimsAt(1, at), Date.parse(at))
    expect(await brokenIn(4, { head: receipt })).toEqual(['head', 'inclusion'])
  })
})

/** What the guide's programs are tried on: every leaf as it is, and some that do not hold. */
const cases = async () => {
  const sound = await Promise.all([0, 3, 7, 10].map(index => receiptOf(index)))
  const path = inclusionPath(4, leaves).map(hash => hash.toString('hex'))
  const others = await Promise.all([
    receiptOf(4, { path: [bent(path[0]!), ...path.slice(1)] }),
    receiptOf(4, { index: 3 }),
    receiptOf(4, { expiresAt: 1 }),
  ])
  return [
    ...sound.map(receipt => ({ receipt, holds: true })),
    ...others.map(receipt => ({ receipt, holds: false })),
  ]
}

const hasShell = await isHere('sh', '-c', 'command -v xxd && openssl version | grep -q "^OpenSSL [3-9]"')

describe('the guide’s program', () => {
  it('for Python tells them apart', async ({ skip }) => {
    if (!hasCryptography) skip('python3 has no package cryptography')
    writeFileSync(join(folder, 'prove.py'), programIn('trails.md', 'python'))
    writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys }))
    const forged = await receiptOf(4, { head: (await signedHead()).replace(/.{9}$/, 'AAAAAAAAA') })
    for (const { receipt, holds } of [...(await cases()), { receipt: forged, holds: false }]) {
      writeFileSync(join(folder, 'receipt.jws'), receipt)
      const words = await run('python3', ['prove.py', 'receipt.jws', 'keys.json'], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stderr }) => stderr,
      )
      const refused = receipt === forged ? 'the head is not valid\n' : 'the path is not valid\n'
      expect(words).toBe(holds ? `it holds: ${hour} ${size}\n` : refused)
    }
  })

  it('for a shell and openssl leads to the root, or elsewhere', async ({ skip }) => {
    if (!hasShell) skip('there is no xxd or no OpenSSL 3')
    const [before, proof] = [programIn('receipts.md', 'sh'), programIn('trails.md', 'sh')]
    writeFileSync(join(folder, 'prove.sh'), `${before}\n${proof}`)
    writeFileSync(join(folder, 'head.sh'), before.replace('receipt.jws', 'head.jws'))
    writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys }))
    for (const { receipt, holds } of await cases()) {
      writeFileSync(join(folder, 'receipt.jws'), receipt)
      const { stdout } = await run('sh', ['prove.sh'], { cwd: folder })
      expect(stdout.trim().split('\n').at(-1) === `0 ${head.root}`).toBe(holds)
      const shown = await run('sh', ['head.sh'], { cwd: folder })
      expect(shown.stdout).toContain(`Signature Verified Successfully`)
      expect(shown.stdout).toContain(JSON.stringify(head))
    }
  })
})
