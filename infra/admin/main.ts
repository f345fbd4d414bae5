/** `npm run admin`: everything that an operator does. */
import { administer } from './administer.ts'

process.exitCode = await administer(process.argv.slice(2), {
  say: text => console.log(text),
  remark: text => console.error(text),
})
