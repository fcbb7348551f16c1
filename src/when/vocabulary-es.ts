import type { Lexicon } from './words.ts';

export const es = {
  words: {
    ...{ between: 'entre las|entre', lasts: 'duracion|duracion aprox|duracion aproximada|dura' },
    ...{ for: 'durante', alternate: 'de cada dos|de cada 2|alternos' },
    ...{ fortnightly: 'quincenal|quincenalmente', tonight: 'esta noche|esta tarde noche' },
    ...{ and: 'y|e|&|+|asi como', also: 'y tambien|y ademas', or: 'o|u|o bien', to: 'hasta las|hasta la' },
    at: 'a las|de las|en horario de|en un horario de|en el horario de|a la|@|a partir de las|a partir de la|desde las|desde la',
    'at or to': 'a|al',
    from: 'a partir del|a partir de|desde el|desde|comenzando el|empezando el|comienza el|inicio el',
    until: 'hasta el|hasta|acaba el|acaba|termina el|termina|finaliza el|finaliza',
    'end of': 'finales de|final de|fin de',
    except:
      'excepto los|excepto el|excepto|salvo los|salvo el|salvo|menos los|menos el|menos|cerrado los|cerrado el|cerrado|a excepcion de|a excepcion del|exceptuando|exceptuando el|no hay clase el|no hay clase|no hay sesion el|no hay sesion|no hay funcion el|no hay funcion|sin clase el',
    ...{ every: 'todos los|todas las|cada|todos', plural: 'los|las', 'of the': 'del', a: 'un|una' },
    ...{ next: 'que viene|siguiente', coming: 'proximo|proxima', this: 'este|esta' },
    'of month': 'de cada mes|del mes|de mes|cada mes|mensual|todos los meses|al mes|mensualmente',
    'of year': 'de cada ano|cada ano|todos los anos|anual|anualmente|al ano|del ano',
    ...{ month: 'mes|meses', day: 'dia|dias', week: 'semana|semanas', year: 'ano|anos' },
    daily: 'todos los dias|cada dia|diariamente|a diario|diario',
    weekly: 'semanal|semanalmente|todas las semanas|cada semana|de cada semana',
    workdays:
      'dias laborables|laborables|entre semana|los dias laborables|los laborables|dias habiles|cada dia laborable|todos los dias laborables',
    weekends: 'los fines de semana|fines de semana|cada fin de semana|todos los fines de semana',
    ...{ weekend: 'fin de semana', today: 'hoy', tomorrow: 'manana', 'day after tomorrow': 'pasado manana' },
    ...{ in: 'dentro de|en', 'all month': 'todo el mes de|todo el mes', opening: 'inauguracion|estreno' },
    ...{ 'all day': 'todo el dia|toda la jornada|durante todo el dia', noon: 'mediodia' },
    ...{ midnight: 'medianoche', morning: 'de la manana|por la manana|am|a m|de manana' },
    mornings: 'mananas|por las mananas|las mananas',
    evenings: 'tardes|noches|por las tardes|por las noches|las tardes|las noches',
    dawn: 'de la madrugada|madrugada|de madrugada',
    ...{ afternoon: 'de la tarde|por la tarde|pm|p m|tarde|de tarde', evening: 'de la tarde-noche' },
    ...{ night: 'de la noche|por la noche|noche', hour: 'h|hs|hrs|horas|hora', minutes: 'min|minutos' },
    ...{ 'and half': 'y media', 'and quarter': 'y cuarto', 'quarter to': 'menos cuarto' },
    times: 'sesiones|sesion|pases|pase|salidas|salida|veces|fechas|funciones|clases|encuentros|curso|cursos',
    ...{ once: 'una vez', twice: 'dos veces' },
    doors: 'puertas|apertura de puertas|apertura puertas|apertura',
    show: 'concierto|inicio del concierto|inicio|comienzo',
    nothing:
      'de|d|el|la|en el|cuando|exposicion|horario|horarios|hora|fecha|fechas|que|dia|taller|visita|visita guiada|charla|conferencia|cine|teatro|presentacion|espectaculo|abierto|entrada libre|con inscripcion previa|inscripcion previa|entrada gratuita|gratis|gratuito|hasta completar aforo|hasta fin de aforo|hasta llenar aforo|ambos inclusive|inclusive|ambos incluidos|incluidos|en punto|hora de inicio|l|solo|solamente|unicamente|puertas abiertas|visible|vose|tendra lugar el|tendra lugar|tiene lugar|se celebra el|se celebra|se celebrara el|se celebrara|saque inicial|hasta tarde|todos los publicos|publico familiar|salida desde|con salida desde|con salida de|punto de salida',
    vague:
      'festivos|festivo|visperas|si|llueve|segun|finales|principios|mediados|otro|demanda|aproximadamente|sobre|hacia|no|aprox|final|comienzos|cita|proximamente|confirmar|determinar|concretar|periodicamente|consulte|consultar|anunciar|definir|ocasionalmente|pendiente|vispera|quincena|cerrada|cerrados|cerradas',
    undated:
      'verano|invierno|otono|primavera|escolar|cartelera|santa|semana santa|navidad|pascua|vacaciones|alrededor|breve',
  },
  feasts: {
    '01-01': 'ano nuevo|dia de ano nuevo',
    '02-14': 'san valentin|dia de san valentin',
    '06-24': 'dia de san juan',
    '11-01': 'todos los santos|dia de todos los santos',
    '12-08': 'inmaculada|inmaculada concepcion|dia de la inmaculada',
    '12-25': 'navidad|dia de navidad',
  },
  months:
    'enero|ene febrero|feb marzo|mar abril|abr mayo|may junio|jun julio|jul agosto|ago septiembre|setiembre|sept|sep|set octubre|oct noviembre|nov diciembre|dic',
  weekdays:
    'lunes|lun|l|lu martes|mar|m|ma miercoles|mie|mier|mierc|x|mi jueves|jue|juev|j|ju viernes|vie|vier|v|vi sabado|sabados|sab|s|sa domingo|domingos|dom|do',
  numbers:
    'una|un|uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuna|veintiuno|veintiun veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta treinta-y-uno',
  ordinals:
    'primer|primero|primera|primeros|primeras segundo|segunda|segundos tercer|tercero|tercera|terceros cuarto|cuarta|cuartos quinto|quinta ultimo|ultima|ultimos|ultimas',
} satisfies Lexicon;
