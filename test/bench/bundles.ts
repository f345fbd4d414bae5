/* How large the bundles of the functions behind the API are: node test/bench/bundles.ts */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entries } from '../../infra/entries.ts'
import { bundleFunctions } from './peers/bundles.ts'
import { conclude } from './recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'verification-bundles-'))
using _cleanup = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }

const names = entries.filter(entry => entry.startsWith('api/'))
const bundles = bundleFunctions(names, folder).map((file, index) => ({
  name: names[index]!,
  kilobytes: Math.round(statSync(file).size / 1000),
  // Whoever calls AWS signs.
  callsAws: readFileSync(file, 'utf8').includes('AWS4-HMAC-SHA256'),
}))
console.table(bundles.toSorted((a, b) => b.kilobytes - a.kilobytes))

const largest = (those: typeof bundles): number => Math.max(...those.map(({ kilobytes }) => kilobytes))
conclude('bundles', `${bundles.length} functions`, {
  addresses: [bundles.find(({ name }) => name === 'api/addresses')!.kilobytes],
  largest: [largest(bundles)],
  withoutAws: [largest(bundles.filter(({ callsAws }) => !callsAws))],
})
