#!/usr/bin/env node
import { runListen } from '../../local/listen/run.ts'

const program = 'npx verification-client'
const [command, ...args] = process.argv.slice(2)

if (command === 'listen') await runListen(`${program} listen`, args)
else {
  console.log(`${program} listen --help   forwards the events of a stage to a receiver of yours`)
  process.exitCode = command === undefined || command === '--help' ? 0 : 2
}
