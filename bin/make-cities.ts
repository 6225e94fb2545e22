// Writes src/locales/cities/: the names of time zones' cities in every language, from Unicode CLDR, and its
// license. Run `npm run cities` after adding a language or when Node has new time zones, and commit what it
// writes. It fetches CLDR's package, which is too large to depend on.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ownCity } from '../src/locales/cities.ts'
import { type Language, OFFERED } from '../src/locales/languages.ts'
import { ZONES } from '../src/text/zones.ts'

/** The same version as in Node's own ICU (`process.versions.cldr`). */
const CLDR = 'cldr-dates-full@48.2.0'
const FOLDER = fileURLToPath(new URL('../src/locales/cities/', import.meta.url))

/** CLDR's tree of zones: a leaf may name an exemplar city. */
type Tree = { readonly [part: string]: Tree | string }
export type Cities = Readonly<Record<string, string>>

/**
 * The cities that are not called `otherwise`. Those that CLDR does not name have the last part of their
 * zone's name.
 */
export function citiesIn(tree: Tree, otherwise: (zone: string) => string): Cities {
  const named = ZONES.map((zone) => [zone, exemplarOf(tree, zone) ?? ownCity(zone)] as const)
  return Object.fromEntries(named.filter(([zone, city]) => city !== otherwise(zone)))
}

function exemplarOf(tree: Tree, zone: string): string | null {
  let at: Tree | string | undefined = tree
  for (const part of [...zone.split('/'), 'exemplarCity']) at = typeof at === 'object' ? at[part] : undefined
  // Some names hold soft hyphens, which a reader who types a name has not.
  return typeof at === 'string' ? at.replaceAll('\u00ad', '') : null
}

/** CLDR's zones of a language, in a folder with its data. */
function treeOf(main: string, language: Language): Tree {
  const name = [language, language.split('-')[0] ?? ''].find((tag) => existsSync(join(main, tag))) ?? ''
  const { main: held } = JSON.parse(readFileSync(join(main, name, 'timeZoneNames.json'), 'utf8'))
  return held[name].dates.timeZoneNames.zone
}

function makeAll(): void {
  const fetched = mkdtempSync(join(tmpdir(), 'cldr-'))
  execFileSync('npm', ['install', '--prefix', fetched, '--ignore-scripts', '--silent', CLDR])
  const from = join(fetched, 'node_modules', 'cldr-dates-full')
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  const english = citiesIn(treeOf(join(from, 'main'), 'en'), ownCity)
  const inEnglish = (zone: string) => english[zone] ?? ownCity(zone)
  for (const language of OFFERED) {
    const own = language === 'en' ? english : citiesIn(treeOf(join(from, 'main'), language), inEnglish)
    writeFileSync(join(FOLDER, `${language}.json`), `${JSON.stringify(own, null, 2)}\n`)
  }
  cpSync(join(from, 'LICENSE'), join(FOLDER, 'LICENSE'))
  rmSync(fetched, { recursive: true })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) makeAll()
