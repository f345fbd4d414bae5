import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newSecret, signedHeaders } from '../../../shared/webhook/transport/signature.ts'
import { isHere, run } from '../../support/guide-programs.ts'

/* What the guide says to write where there is no library: whatever anybody sends is refused, and nothing else happens. */

const guide = readFileSync(new URL('../../../functions/pages/docs/signatures.md', import.meta.url), 'utf8')
const programWith = (words: string): string =>
  guide
    .split(/^```\w*\n/m)
    .find(block => block.includes(words))!
    .split(/^```$/m)[0]!

const secret = newSecret()
const body = '{"event":"address"}'
const nowSeconds = Math.floor(Date.now() / 1000)
const right = signedHeaders({
  id: 'evt_7_completed',
  timestampSeconds: nowSeconds,
  body,
  secrets: [secret],
  hasHexSignature: false,
})

const at = (time: string) => ({ ...right, 'webhook-timestamp': time })
const hostile = [
  ...[0, 16, 309, 4300, 5000].map(count => at('9'.repeat(count))),
  at('now'),
  at('-1'),
  at('1e3'),
  at('١٧٩٠٠٠٠٠٠٠'),
  at(`${nowSeconds - 301}`),
  { ...right, 'webhook-id': '\udcff' },
  { ...right, 'webhook-signature': 'v1,\udcff' },
  { ...right, 'webhook-signature': '' },
  { 'webhook-id': 'evt_7_completed' },
  {},
]
const sent = [right, ...hostile]
const expected = [true, ...hostile.map(() => false)]

const python = await isHere('python3', '--version')

it.skipIf(!python)('is_signed of Python', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'by-hand-'))
  writeFileSync(join(folder, 'snippet.py'), programWith('def is_signed'))
  writeFileSync(join(folder, 'given.json'), JSON.stringify({ sent, body, secret }))
  const program = `import json; from snippet import is_signed; given = json.load(open("given.json"))
print(json.dumps([is_signed(given["body"].encode(), headers, given["secret"]) for headers in given["sent"]]))`
  const { stdout } = await run('python3', ['-c', program], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual(expected)
})

it('isSigned of Node', async () => {
  const source = Buffer.from(programWith('export const isSigned')).toString('base64')
  const { isSigned } = await import(`data:text/javascript;base64,${source}`)
  expect(sent.map(headers => isSigned(body, headers, secret))).toEqual(expected)
})
