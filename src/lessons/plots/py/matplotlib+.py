"""matplotlib: where its data is (cbook's layer looks)."""


def get_data_path(_original=get_data_path):
    return str(cbook._data_folder(_original))
