import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type Vips from 'wasm-vips'
import type { ImageLibrary } from '../../shared/evidence/image.ts'

/** Blocks all other loaders: each one is an attack surface. */
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp']

const silent = () => {}

export const openVips = async (open: typeof Vips): Promise<ImageLibrary> => {
  const vips = await open({
    dynamicLibraries: [],
    print: silent,
    printErr: silent,
    // Otherwise it prints a line about every row of a broken file.
    preRun: ({ ENV }) => {
      ENV.VIPS_WARNING = '0'
    },
  })
  vips.concurrency(1)
  vips.Cache.max(0)
  vips.operationBlock('VipsForeignLoad', true)
  for (const loader of loaders) vips.operationBlock(loader, false)
  return vips
}

/** Stands beside the code unbundled: its threads load its file by name. */
const load = async (): Promise<ImageLibrary> => {
  const { href } = pathToFileURL(join(import.meta.dirname, 'site', 'vips-node.mjs'))
  const { default: open } = (await import(href)) as { default: typeof Vips }
  return openVips(open)
}

let loading: Promise<ImageLibrary> | undefined

/** Runs work with this container's library; after any failure the next call loads a new one. */
export const withVips = async <Result>(work: (vips: ImageLibrary) => Result): Promise<Result> => {
  loading ??= load()
  try {
    return work(await loading)
  } catch (error) {
    loading = undefined
    throw error
  }
}
