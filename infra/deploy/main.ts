/** `npm run deploy -- -c stage=prod`; further arguments go to `cdk deploy`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { askStage } from './ask-stage.ts'
import { checkStage } from './check-stage.ts'
import { deploy } from './deploy.ts'

const cdk = async (words: readonly string[]): Promise<number> => {
  const program = join(import.meta.dirname, '../../node_modules/aws-cdk/bin/cdk')
  const [code] = await once(spawn(process.execPath, [program, ...words], { stdio: 'inherit' }), 'exit')
  return code ?? 1
}

try {
  process.exitCode = await deploy(process.argv.slice(2), {
    cdk,
    check: checkStage,
    administer: askStage,
    say: text => console.log(text),
  })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
