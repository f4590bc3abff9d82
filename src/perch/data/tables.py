"""Stand-ins of tables: house prices, airfoil noise, ratings of films, advertisements; each with an answer that its columns tell, and some noise."""
import numpy as np

from perch.data import pack

# Of the columns of house prices: name, what stands in it. A list: one of them, the first ones more often; (low, high): whole numbers.
HOUSE = [
    ('MSSubClass', (20, 190)), ('MSZoning', ['RL', 'RM', 'FV', 'RH', 'C (all)']), ('LotFrontage', (21, 120)), ('LotArea', (1300, 21000)), ('Street', ['Pave', 'Pave', 'Grvl']), ('Alley', [None, None, 'Grvl', 'Pave']),
    ('LotShape', ['Reg', 'IR1', 'IR2', 'IR3']), ('LandContour', ['Lvl', 'Bnk', 'HLS', 'Low']), ('Utilities', ['AllPub']), ('LotConfig', ['Inside', 'Corner', 'CulDSac', 'FR2', 'FR3']), ('LandSlope', ['Gtl', 'Mod', 'Sev']),
    ('Neighborhood', ['NAmes', 'CollgCr', 'OldTown', 'Edwards', 'Somerst', 'Gilbert', 'NridgHt', 'Sawyer']), ('Condition1', ['Norm', 'Feedr', 'Artery', 'RRAn']), ('Condition2', ['Norm', 'Norm', 'Feedr']),
    ('BldgType', ['1Fam', 'TwnhsE', 'Duplex', 'Twnhs', '2fmCon']), ('HouseStyle', ['1Story', '2Story', '1.5Fin', 'SLvl', 'SFoyer']), ('OverallQual', (1, 10)), ('OverallCond', (1, 9)), ('YearBuilt', (1880, 2010)),
    ('YearRemodAdd', (1950, 2010)), ('RoofStyle', ['Gable', 'Hip', 'Flat', 'Gambrel']), ('RoofMatl', ['CompShg', 'CompShg', 'Tar&Grv']), ('Exterior1st', ['VinylSd', 'HdBoard', 'MetalSd', 'Wd Sdng', 'Plywood']),
    ('Exterior2nd', ['VinylSd', 'HdBoard', 'MetalSd', 'Wd Sdng', 'Plywood']), ('MasVnrType', ['None', 'BrkFace', 'Stone', None]), ('MasVnrArea', (0, 600)), ('ExterQual', ['TA', 'Gd', 'Ex', 'Fa']), ('ExterCond', ['TA', 'Gd', 'Fa']),
    ('Foundation', ['PConc', 'CBlock', 'BrkTil', 'Slab']), ('BsmtQual', ['TA', 'Gd', 'Ex', None, 'Fa']), ('BsmtCond', ['TA', 'Gd', None, 'Fa']), ('BsmtExposure', ['No', 'Av', 'Gd', 'Mn', None]),
    ('BsmtFinType1', ['Unf', 'GLQ', 'ALQ', 'BLQ', None]), ('BsmtFinSF1', (0, 1500)), ('BsmtFinType2', ['Unf', 'Rec', None]), ('BsmtFinSF2', (0, 400)), ('BsmtUnfSF', (0, 1500)), ('TotalBsmtSF', (200, 2500)),
    ('Heating', ['GasA', 'GasA', 'GasW']), ('HeatingQC', ['Ex', 'TA', 'Gd', 'Fa']), ('CentralAir', ['Y', 'Y', 'N']), ('Electrical', ['SBrkr', 'FuseA', 'FuseF', None]), ('1stFlrSF', (400, 2500)), ('2ndFlrSF', (0, 1500)),
    ('LowQualFinSF', (0, 5)), ('GrLivArea', (500, 3500)), ('BsmtFullBath', (0, 2)), ('BsmtHalfBath', (0, 1)), ('FullBath', (1, 3)), ('HalfBath', (0, 2)), ('BedroomAbvGr', (1, 5)), ('KitchenAbvGr', (1, 2)),
    ('KitchenQual', ['TA', 'Gd', 'Ex', 'Fa']), ('TotRmsAbvGrd', (3, 12)), ('Functional', ['Typ', 'Typ', 'Min1', 'Mod']), ('Fireplaces', (0, 3)), ('FireplaceQu', [None, 'Gd', 'TA', 'Fa']),
    ('GarageType', ['Attchd', 'Detchd', 'BuiltIn', None]), ('GarageYrBlt', (1900, 2010)), ('GarageFinish', ['Unf', 'RFn', 'Fin', None]), ('GarageCars', (0, 4)), ('GarageArea', (0, 1100)), ('GarageQual', ['TA', 'TA', None, 'Fa']),
    ('GarageCond', ['TA', 'TA', None, 'Fa']), ('PavedDrive', ['Y', 'Y', 'N', 'P']), ('WoodDeckSF', (0, 500)), ('OpenPorchSF', (0, 300)), ('EnclosedPorch', (0, 250)), ('3SsnPorch', (0, 100)), ('ScreenPorch', (0, 200)),
    ('PoolArea', (0, 2)), ('PoolQC', [None, None, None, 'Gd']), ('Fence', [None, None, 'MnPrv', 'GdPrv']), ('MiscFeature', [None, None, None, 'Shed']), ('MiscVal', (0, 500)), ('MoSold', (1, 12)), ('YrSold', (2006, 2010)),
    ('SaleType', ['WD', 'WD', 'New', 'COD']), ('SaleCondition', ['Normal', 'Normal', 'Partial', 'Abnorml', 'Family']),
]
# What a column adds to the logarithm of the price, for each standard deviation.
WORTH = {'OverallQual': .22, 'GrLivArea': .16, 'YearBuilt': .08, 'GarageCars': .06, 'TotalBsmtSF': .07, 'LotArea': .04, 'Fireplaces': .03, 'OverallCond': .04, 'FullBath': .03, 'YearRemodAdd': .03}
WORDS_WORTH = {'Ex': .06, 'Gd': .02, 'Fa': -.05, 'NridgHt': .18, 'Somerst': .1, 'OldTown': -.1, 'Edwards': -.08, 'C (all)': -.25, 'RM': -.06, 'N': -.05}


def house_prices(size):
    """Kaggle's two tables: 1460 houses with prices and 1459 without."""
    random, count = np.random.RandomState(1460), 2919
    wealth, columns, log = random.normal(0, 1, count), [], np.full(count, 12.02)
    for name, values in HOUSE:
        if isinstance(values, tuple):
            low, high = values
            share = .5 + .28 * (random.normal(0, 1, count) * .8 + (wealth * .6 if name in WORTH else 0)) / 1.5
            column = np.clip(np.rint(low + (high - low) * np.clip(share, 0, 1)), low, high).astype(int)
            log += WORTH.get(name, 0) * (column - column.mean()) / max(column.std(), 1e-9)
            column = column.tolist()
            if name in ('LotFrontage', 'GarageYrBlt', 'MasVnrArea'):
                column = [None if random.uniform() < .06 else value for value in column]
        else:
            at = np.minimum((random.uniform(0, 1, count) ** 2 * len(values)).astype(int), len(values) - 1)
            column = [values[i] for i in at]
            log += np.array([WORDS_WORTH.get(value, 0) for value in column]) * .6
        columns.append(['NA' if value is None else value for value in column])
    prices = np.rint(np.exp(log + random.normal(0, .09, count)) / 50).astype(int) * 50
    head, rows = ['Id', *(name for name, _ in HOUSE)], [[i + 1, *row] for i, row in enumerate(zip(*columns))]
    train = pack.csv_text([[*head, 'SalePrice'], *([*row, int(price)] for row, price in zip(rows[:1460], prices))])
    test = pack.csv_text([head, *rows[1460:]])
    yield 'kaggle_house_pred_train.csv', train
    yield 'kaggle_house_pred_test.csv', test


def airfoil(size):
    """1503 rows: frequency, angle, chord, speed, thickness; and how loud."""
    random, rows = np.random.RandomState(1503), []
    tones = [200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10000, 12500, 16000, 20000]
    for _ in range(1503):
        tone, angle = tones[int(random.randint(len(tones)))], float(random.choice([0, 1.5, 2, 2.7, 3, 4, 5.3, 7.2, 9.5, 12.6, 15.4, 22.2]))
        chord, speed = float(random.choice([.0254, .0508, .1016, .1524, .2286, .3048])), float(random.choice([31.7, 39.6, 55.5, 71.3]))
        thick = float(np.round(.0004 + .0025 * angle / 10 * (1 + .3 * random.uniform()), 8))
        loud = 132 - 3.2 * np.log2(tone / 1000) ** 2 / 2 - 34 * (chord - .1) - 140 * thick * tone / 8000 + .12 * (speed - 50) - .35 * angle + random.normal(0, 2)
        rows.append(f'{tone}\t{angle:g}\t{chord:g}\t{speed:g}\t{thick:g}\t{loud:.3f}\n')
    yield 'airfoil_self_noise.dat', ''.join(rows).encode()


def movielens(size):
    """ml-100k: u.data with ratings that tastes explain, u.item, u.user."""
    random, users, films = np.random.RandomState(943), 943, 1682
    taste, kind, liked = random.normal(0, 1, (users, 4)), random.normal(0, 1, (films, 4)), random.normal(0, .4, films)
    count = 20000 if size == 'small' else 100000
    who = np.concatenate([np.arange(users), random.randint(0, users, count - users - films), np.arange(films) % users])
    what = np.concatenate([np.arange(users) % films, np.minimum((random.uniform(0, 1, count - users - films) ** 2 * films).astype(int), films - 1), np.arange(films)])
    stars = np.clip(np.rint(3.5 + liked[what] + .45 * (taste[who] * kind[what]).sum(axis=1) + random.normal(0, .5, len(who))), 1, 5).astype(int)
    when = 874724710 + random.randint(0, 18000000, len(who))
    order, seen, lines = random.permutation(len(who)), set(), []
    for i in order.tolist():
        pair = (int(who[i]), int(what[i]))
        if pair not in seen:
            seen.add(pair)
            lines.append(f'{pair[0] + 1}\t{pair[1] + 1}\t{stars[i]}\t{when[i]}\n')
    items = ''.join(f'{i + 1}|Film {i + 1} ({1930 + i % 68})|01-Jan-{1930 + i % 68}||http://example.org/{i + 1}|' + '|'.join('1' if j == i % 19 else '0' for j in range(19)) + '\n' for i in range(films))
    people = ''.join(f'{i + 1}|{18 + i * 7 % 50}|{"MF"[i % 2]}|{("student", "writer", "doctor", "other")[i % 4]}|{10000 + i * 37 % 90000}\n' for i in range(users))
    yield 'ml-100k.zip', pack.zipped([('ml-100k/u.data', ''.join(lines).encode()), ('ml-100k/u.item', items.encode()), ('ml-100k/u.user', people.encode())])


def advertisements(size):
    """Clicks: a row is the answer and 34 fields, tab-separated."""
    random, members = np.random.RandomState(34), []
    worth = [random.normal(0, 1, 40) for _ in range(34)]
    for part, count in (('train', 15000), ('test', 3000)):
        values = np.minimum((random.uniform(0, 1, (count, 34)) ** 2 * 40).astype(int), 39)
        score = sum(weight[values[:, i]] for i, weight in enumerate(worth)) / 3 + random.normal(0, .5, count)
        clicked = (score > 0).astype(int)
        lines = ['\t'.join([str(clicked[i]), *(f'f{j}_{value}' for j, value in enumerate(values[i].tolist()))]) + '\n' for i in range(count)]
        members.append((f'ctr/{part}.csv', ''.join(lines).encode()))
    yield 'ctr.zip', pack.zipped(members)
