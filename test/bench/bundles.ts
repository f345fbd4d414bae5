/*
 * How large the bundles of the functions behind the API are: node test/bench/bundles.ts. With `--against COMMIT`, beside
 * those of the commit.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entries } from '../../infra/entries.ts'
import { conclude } from './recording.ts'
import { kilobytesOf, nowhere, openStage } from './stage.ts'
import { openUnchanged } from './unchanged.ts'

using cleanup = new DisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'verification-bundles-'))
cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
const functions = await openStage(folder, nowhere)
const unchanged = openUnchanged(nowhere, cleanup)

const bundles = entries
  .filter(entry => entry.startsWith('api/'))
  .map(name => {
    const bundle = functions.get(name)
    // Whoever calls AWS signs.
    const callsAws = readFileSync(bundle.file, 'utf8').includes('AWS4-HMAC-SHA256')
    const earlier = unchanged?.has(name) && { unchanged: kilobytesOf(unchanged.get(name)) }
    return { name, kilobytes: kilobytesOf(bundle), ...earlier, callsAws }
  })
console.table(bundles.toSorted((a, b) => b.kilobytes - a.kilobytes))

const largest = (those: typeof bundles): number => Math.max(...those.map(({ kilobytes }) => kilobytes))
conclude('bundles', `${bundles.length} functions`, {
  addresses: [bundles.find(({ name }) => name === 'api/addresses')!.kilobytes],
  largest: [largest(bundles)],
  withoutAws: [largest(bundles.filter(({ callsAws }) => !callsAws))],
})
