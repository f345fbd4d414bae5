/*
 * `--against COMMIT`: the same functions as a commit has them, a contestant of the same run. Its own code bundles and
 * synthesises them. The packages are those that are installed here, and what the bench stores is what this working tree
 * stores: a commit that keeps clients or keys otherwise cannot be compared with.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { simulatedRegistries } from '../../infra/local/registry-simulator.ts'
import { against } from './options.ts'
import { nowhere, readStage, type StageFunctions } from './stage.ts'

const root = join(import.meta.dirname, '../..')

/** Run in the commit's folder: fills another folder with its assembly. */
const program = `
  const [folder, differences] = process.argv.slice(1)
  const { synthesise } = await import('./infra/synthesise.ts')
  const { hostsAt, stages } = await import('./infra/stages.ts')
  const { service, ...settings } = JSON.parse(differences)
  synthesise({ ...stages.local, hosts: hostsAt(service), ...settings }, folder)`

type Cleanup = Pick<AsyncDisposableStack, 'defer'>

/** A folder inside ours, whose packages its code finds. */
const checkOut = (commit: string, cleanup: Cleanup): string => {
  mkdirSync(join(root, '.build'), { recursive: true })
  const folder = mkdtempSync(join(root, '.build/against-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...command: readonly string[]) =>
    execFileSync('git', ['-C', root, ...command], { encoding: 'utf8' })
  const found = git('rev-parse', '--verify', `${commit}^{commit}`).trim()
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder])
  execFileSync('git', ['-C', folder, 'checkout', '--quiet', '--detach', found])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** The functions of the commit that `--against` names, if it does. */
export const openUnchanged = (cleanup: Cleanup): StageFunctions | undefined => {
  if (against === undefined) return undefined
  const commit = checkOut(against, cleanup)
  const folder = join(commit, '.build/stage')
  const { service, registries: url } = nowhere
  const differences = JSON.stringify({ service, registries: simulatedRegistries({ url }) })
  execFileSync(process.execPath, ['--input-type=module', '-e', program, folder, differences], {
    cwd: commit,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return readStage(folder)
}
